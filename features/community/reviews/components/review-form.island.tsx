"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { ratings, reviewLimits } from "#features/community/reviews/reviews.rules.ts";
import { type Written, WrittenFields, writtenFieldOf } from "#features/community/written-fields.tsx";
import { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { OpenFormFrame } from "#features/identity/components/open-form-frame.tsx";
import { SentForm } from "#features/identity/components/sent-form.tsx";
import { useVisitor } from "#features/site/visitor.client.ts";

type Values = Written & { rating: string };

/** Says what the product is like. */
export function ReviewForm() {
  const t = useTranslations("community.reviews");
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <SentForm title={t("accepted")}>
        <p>{t("acceptedHint")}</p>
      </SentForm>
    );
  }
  return <Fields onSent={() => setSent(true)} />;
}

function Fields({ onSent }: { onSent: () => void }) {
  const t = useTranslations("community.reviews");
  const ui = useTranslations("ui");
  const id = useId();
  const { visitor } = useVisitor();
  const frame = useFocusFirst<HTMLFormElement>();
  const form = useForm<Values>({
    values: { name: visitor?.name ?? "", rating: "", text: "" },
    resetOptions: { keepDirtyValues: true },
  });
  const open = useOpenForm({ form, fieldOf: writtenFieldOf, onSent });
  const { errors } = form.formState;

  const send = form.handleSubmit(({ name, rating, text }) =>
    open.send("review", "reviews", { name: name.trim(), rating: Number(rating), text: text.trim() }),
  );

  return (
    <OpenFormFrame
      ref={frame}
      open={open}
      onSubmit={send}
      failed={t("failed")}
      submit={t("submit")}
      aria-label={t("write")}
    >
      <WrittenFields form={form} topic="reviews" limits={reviewLimits}>
        <Field id={`${id}-rating`} label={t("starsLabel")} error={errors.rating?.message}>
          <Select
            {...form.register("rating", { validate: (chosen) => chosen !== "" || ui("required") })}
            {...describedBy(`${id}-rating`, { error: errors.rating })}
          >
            <option value="">{t("chooseStars")}</option>
            {ratings.map((rating) => (
              <option key={rating} value={rating}>
                {t("stars", { stars: String(rating) })}
              </option>
            ))}
          </Select>
        </Field>
      </WrittenFields>
    </OpenFormFrame>
  );
}
