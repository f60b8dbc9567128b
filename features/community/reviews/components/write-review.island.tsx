"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";

const Form = dynamic(
  () =>
    import("#features/community/reviews/components/review-form.island.tsx").then(
      (module) => module.ReviewForm,
    ),
  { ssr: false, loading: () => <div className="min-h-48" /> },
);

/** The button of the review form; nobody loads the form who does not press it. */
export function WriteReview({ label }: { label: string }) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? <Form /> : <Button onClick={() => setOpen(true)}>{label}</Button>;
}
