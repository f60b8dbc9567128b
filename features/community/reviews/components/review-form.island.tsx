"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { ratings, reviewLimits } from "#features/community/reviews/reviews.rules.ts";
import { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { UnsentForm } from "#features/identity/components/unsent-form.tsx";
import { useVisitor } from "#features/site/visitor.client.ts";

type Values = { name: string; rating: string; text: string };

/** Which field the API's refusal belongs to; the others stand above the button. */
const FIELD_OF: Readonly<Record<string, keyof Values>> = { TOO_MANY_LINKS: "text", TEXT_REPEATED: "text" };

/** Says what the product is like. */
export function ReviewForm() {
  const t = useTranslations("community.reviews");
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <Notice tone="good" live title={t("accepted")}>
        <p>{t("acceptedHint")}</p>
      </Notice>
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
  const open = useOpenForm({ form, fieldOf: FIELD_OF, onSent });
  const { errors, isSubmitting } = form.formState;
  const given = (words: string) => (text: string) => text.trim() !== "" || words;

  const send = form.handleSubmit(({ name, rating, text }) =>
    open.send("review", "reviews", { name: name.trim(), rating: Number(rating), text: text.trim() }),
  );

  return (
    <form
      ref={frame}
      method="post"
      noValidate
      onSubmit={send}
      onFocus={open.touch}
      aria-label={t("write")}
      className="grid gap-4"
    >
      <Field id={`${id}-name`} label={t("name")} error={errors.name?.message}>
        <Input
          {...form.register("name", { validate: given(t("nameMissing")) })}
          {...describedBy(`${id}-name`, { error: errors.name })}
          autoComplete="name"
          maxLength={reviewLimits.nameCharacters}
        />
      </Field>
      <Field id={`${id}-rating`} label={t("starsLabel")} error={errors.rating?.message}>
        <Select
          {...form.register("rating", { validate: given(ui("required")) })}
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
      <Field id={`${id}-text`} label={t("text")} error={errors.text?.message}>
        <Textarea
          {...form.register("text", { validate: given(t("textMissing")) })}
          {...describedBy(`${id}-text`, { error: errors.text })}
          rows={5}
          maxLength={reviewLimits.textCharacters}
        />
      </Field>
      {open.isGuest && open.isTouched ? <CaptchaBox captcha={open.captcha} /> : null}
      <UnsentForm problem={open.problem} title={t("failed")} />
      <Button
        type="submit"
        tone="accent"
        busy={isSubmitting}
        disabled={!open.isKnown}
        className="w-full sm:w-fit"
      >
        {t("submit")}
      </Button>
    </form>
  );
}
