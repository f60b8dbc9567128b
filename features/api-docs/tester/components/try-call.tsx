import { MethodTester } from "#features/api-docs/tester/components/method-tester.island.tsx";
import { methodOfAction, methodOfEndpoint } from "#features/api-docs/tester/methods.rules.ts";
import type { TesterMethod } from "#features/api-docs/tester/tester.rules.ts";
import { type DocsWords, type Facts, fillIn, plainText } from "#features/api-docs/words/words.rules.ts";
import type { ActionName } from "#features/handler-api/handler-api.rules.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

type PageProps = { words: DocsWords; facts: Facts };

/** "Test this method" for an action of handler_api.php. */
export function TryAction({ action, words, facts }: PageProps & { action: ActionName }) {
  return <Tester method={methodOfAction(action)} texts={words.parameters} facts={facts} />;
}

/** "Test this method" for an endpoint; nothing where there is no single answer to show. */
export function TryEndpoint({ endpoint, words, facts }: PageProps & { endpoint: Endpoint }) {
  const method = methodOfEndpoint(endpoint);
  return method ? <Tester method={method} texts={words.fields} facts={facts} /> : null;
}

type TesterProps = { method: TesterMethod; texts: Readonly<Record<string, string>>; facts: Facts };

/** The island with the page's own words about the parameters: the browser gets those of this method alone. */
function Tester({ method, texts, facts }: TesterProps) {
  const told = method.fields.flatMap(({ name }) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
    return text === undefined ? [] : [[name, fillIn(plainText(text), facts)] as const];
  });
  // The contract's English would only travel to be replaced.
  const fields = method.fields.map(({ hint, ...field }) =>
    told.some(([name]) => name === field.name) || hint === undefined ? field : { ...field, hint },
  );
  return (
    <MethodTester
      method={{ ...method, fields }}
      origin={String(facts.base)}
      hints={Object.fromEntries(told)}
    />
  );
}
