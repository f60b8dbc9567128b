"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { api, getJson, toApiProblem } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { formatClock } from "#lib/i18n/formats.ts";

/** As the API answers an editor: what editors write is known to the features below. */
type Shown = {
  kind: string;
  edit: { href: string; text: string };
  draft: { href: string; text: string } | null;
  note: string | null;
  words: Readonly<Record<"title" | "age" | "notKept" | "clear" | "cleared", string>>;
};

const editingKey = ["editing"] as const;

/** Seconds since the copy of a page was made that everybody sees; null = none is kept. */
async function keptSeconds(address: string): Promise<number | null> {
  const { headers } = await fetch(address, { method: "HEAD", cache: "no-store" });
  const age = headers.get("age");
  return age === null ? null : Number(age);
}

/**
 * The bar of the editors over a page that shows texts of theirs. That somebody has the cookie for it proves nothing: the API says what
 * is shown to editors alone, and for everybody else there is no bar.
 */
export function EditorsBar() {
  const pathname = usePathname();
  const { data } = useQuery({
    queryKey: [...editingKey, "shown", pathname],
    queryFn: () => getJson<{ shown: Shown | null }>("content/shown", { params: { path: pathname } }),
    retry: false,
    staleTime: 10_000,
  });
  return data?.shown ? <Bar shown={data.shown} pathname={pathname} /> : null;
}

function Bar({ shown, pathname }: { shown: Shown; pathname: string }) {
  const { kind, edit, draft, note, words } = shown;
  return (
    <aside
      aria-label={words.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-raised px-4 py-2 text-sm"
    >
      <a href={edit.href} className={buttonClasses("accent", "sm")}>
        {edit.text}
      </a>
      {draft ? (
        <a href={draft.href} className="text-link underline">
          {draft.text}
        </a>
      ) : null}
      {note === null ? <KeptCopy kind={kind} words={words} pathname={pathname} /> : <p>{note}</p>}
    </aside>
  );
}

type KeptCopyProps = Pick<Shown, "kind" | "words"> & { pathname: string };

/** How old the copy is that everybody sees, and the way to have it made anew. */
function KeptCopy({ kind, words, pathname }: KeptCopyProps) {
  const client = useQueryClient();
  const router = useRouter();
  const kept = useQuery({
    queryKey: [...editingKey, "kept", pathname],
    queryFn: () => keptSeconds(pathname + location.search),
    staleTime: 0,
  });
  const clear = useMutation({
    mutationFn: () => {
      const asked = { kind };
      return callOnce("editors-bar", asked, (headers) => api.post("content/clear", asked, { headers }));
    },
    onSuccess: () => {
      showToast({ type: "success", text: words.cleared });
      router.refresh();
    },
    onError: (error) => showToast({ type: "error", text: toApiProblem(error).message || words.title }),
    onSettled: () => client.invalidateQueries({ queryKey: editingKey }),
  });
  const age = kept.data === null ? words.notKept : `${words.age} ${formatClock(kept.data ?? 0)}`;
  return (
    <>
      {kept.isSuccess ? <p className="tabular text-muted">{age}</p> : null}
      <Button size="sm" busy={clear.isPending} onClick={() => clear.mutate()}>
        {words.clear}
      </Button>
    </>
  );
}
