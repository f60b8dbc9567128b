import { Button } from "#components/ui/button.tsx";
import { UnsentForm } from "#features/identity/components/unsent-form.tsx";
import type { ApiProblem } from "#lib/api/browser-client.ts";

type FormEndProps = {
  problem: ApiProblem | null;
  /** The title above the problem. */
  failed: string;
  submit: string;
  isSubmitting: boolean;
  /** It is known whether somebody is signed in: before that nothing can be sent. */
  isKnown: boolean;
};

/** The end of a form that guests may send as well: why it was not sent, and its button. */
export function FormEnd({ problem, failed, submit, isSubmitting, isKnown }: FormEndProps) {
  return (
    <>
      <UnsentForm problem={problem} title={failed} />
      <Button type="submit" tone="accent" busy={isSubmitting} disabled={!isKnown} className="w-full sm:w-fit">
        {submit}
      </Button>
    </>
  );
}
