"use client";

import dynamic from "next/dynamic";

const RequestForm = dynamic(
  () =>
    import("#features/community/service-requests/components/request-form.island.tsx").then(
      (module) => module.RequestForm,
    ),
  { ssr: false, loading: () => <div className="min-h-96" /> },
);

/** The form of a service request at a dead end; nobody loads it who does not get there. */
export function RequestOffer() {
  return (
    <div className="mx-auto w-full max-w-xl px-4 pb-8">
      <RequestForm />
    </div>
  );
}
