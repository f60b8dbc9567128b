import { documentFacts } from "#features/content/content.loaders.ts";
import { DocumentPage } from "#features/content/document-page.tsx";
import { ConsentChoice } from "#features/site/components/consent-choice.island.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";

export const generateMetadata = pageMetadata("/privacy-policy");

export default function PrivacyPolicyPage() {
  return (
    <DocumentPage document="privacyPolicy" facts={documentFacts}>
      <ConsentChoice />
    </DocumentPage>
  );
}
