import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  ReferralAccrual,
  ReferralLink,
  ReferralPerson,
  ReferralProgram,
} from "#features/referrals/referrals.contract.ts";
import { useRefetchOfKept } from "#features/site/kept-earlier.client.ts";
import { api, getJson } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";
import { saidBeside } from "#lib/api/said-beside.ts";

export type PeoplePage = { readonly people: ReferralPerson[]; readonly hasMore: boolean };
export type AccrualsPage = { readonly accruals: ReferralAccrual[]; readonly hasMore: boolean };

const programKey = ["referrals", "program"] as const;
const peopleKey = ["referrals", "people"] as const;
const accrualsKey = ["referrals", "accruals"] as const;

/** The programme's sums and links: as the page was rendered, then as the API says. A failure keeps what was known. */
export function useProgram(initial: ReferralProgram): ReferralProgram {
  return useQuery({
    queryKey: programKey,
    queryFn: () => getJson<ReferralProgram>("referrals"),
    initialData: initial,
    staleTime: 10_000,
    refetchInterval: 30_000,
  }).data;
}

/** Makes a named link. Rejects with ApiProblem. */
export function useCreateLink() {
  const client = useQueryClient();
  return useMutation({
    meta: saidBeside,
    mutationFn: (name: string) =>
      callOnce("referral-link", { name }, (headers) =>
        api.post<ReferralLink>("referrals/links", { name }, { headers }),
      ),
    onSuccess: async (link) => {
      // An answer that is under way may not know the link yet; one that came meanwhile may know it already.
      await client.cancelQueries({ queryKey: programKey });
      client.setQueryData<ReferralProgram>(
        programKey,
        (known) => known && { ...known, links: [...known.links.filter(({ id }) => id !== link.id), link] },
      );
    },
  });
}

/** People who came by the links, a page at a time. */
export function usePeople(initial: PeoplePage) {
  return useInfiniteQuery({
    queryKey: peopleKey,
    queryFn: ({ pageParam }) =>
      getJson<PeoplePage>("referrals/people", { params: pageParam === null ? {} : { before: pageParam } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ people, hasMore }) => (hasMore ? (people.at(-1)?.id ?? null) : null),
    initialData: { pages: [initial], pageParams: [null] },
    refetchOnMount: useRefetchOfKept(peopleKey),
    staleTime: 30_000,
  });
}

/** Shares of what they spent, a page at a time. */
export function useAccruals(initial: AccrualsPage) {
  return useInfiniteQuery({
    queryKey: accrualsKey,
    queryFn: ({ pageParam }) =>
      getJson<AccrualsPage>("referrals/accruals", {
        params: pageParam === null ? {} : { before: pageParam },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ accruals, hasMore }) => (hasMore ? (accruals.at(-1)?.id ?? null) : null),
    initialData: { pages: [initial], pageParams: [null] },
    refetchOnMount: useRefetchOfKept(accrualsKey),
    staleTime: 30_000,
  });
}
