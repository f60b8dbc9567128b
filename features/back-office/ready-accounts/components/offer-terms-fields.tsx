import { useTranslations } from "next-intl";
import { AmountInput, typedKopecks } from "#features/back-office/components/amount-input.tsx";
import { TextLine } from "#features/back-office/components/text-line.tsx";
import { CountryChoice } from "#features/back-office/goods/components/country-choice.island.tsx";
import {
  type ChosenService,
  ServiceChoice,
} from "#features/back-office/goods/components/service-choice.island.tsx";
import { orderCountMax } from "#features/ready-accounts/ready-accounts.rules.ts";
import { OfferFields } from "#features/ready-accounts/stock/components/offer-fields.tsx";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";

/** What the form of an offer holds, as it is typed. */
type TypedOfferTerms = {
  service: ChosenService | null;
  countryId: number | null;
  groupName: string;
  name: string;
  registrationType: string;
  format: string;
  cloudPass: boolean;
  description: string;
  template: string;
  price: string;
  minCount: string;
  warrantyHours: string;
};

export const noOfferTerms: TypedOfferTerms = {
  service: null,
  countryId: null,
  groupName: "",
  name: "",
  registrationType: "",
  format: "",
  cloudPass: false,
  description: "",
  template: "login:password",
  price: "",
  minCount: "1",
  warrantyHours: "24",
};

/** The form of an offer that is there. */
export function typedOfferTerms(offer: AccountOfferView): TypedOfferTerms {
  const { groupName, name, registrationType, format, cloudPass, description, template } = offer;
  return {
    ...{ groupName, name, registrationType, format, cloudPass, description, template },
    service: { id: offer.serviceId, ...offer.service },
    countryId: offer.countryId,
    price: decimalRoubles(kopecks(offer.priceKopecks)),
    minCount: String(offer.minCount),
    warrantyHours: String(offer.warrantyHours),
  };
}

/** What the call takes, or null while a field is not filled in well. */
export function offerTermsBody(typed: TypedOfferTerms): object | null {
  const priceKopecks = typedKopecks(typed.price);
  const minCount = Number(typed.minCount);
  const serviceId = typed.service?.id;
  const words = [typed.groupName, typed.name, typed.format, typed.template];
  const isWhole =
    serviceId !== undefined &&
    typed.countryId !== null &&
    priceKopecks !== null &&
    typed.warrantyHours !== "" &&
    minCount >= 1 &&
    minCount <= orderCountMax &&
    words.every((text) => text.trim() !== "");
  if (!isWhole) return null;
  const { groupName, name, registrationType, format, cloudPass, description, template, countryId } = typed;
  return {
    ...{ serviceId, countryId, groupName, name, registrationType, format, cloudPass, description, template },
    ...{ priceKopecks, minCount },
    warrantyHours: Number(typed.warrantyHours),
  };
}

type OfferTermsFieldsProps = {
  typed: TypedOfferTerms;
  onChange: (part: Partial<TypedOfferTerms>) => void;
};

const digits = (text: string, most: number) => text.replace(/\D/g, "").slice(0, most);

/** The fields of an offer of accounts. */
export function OfferTermsFields({ typed, onChange }: OfferTermsFieldsProps) {
  const t = useTranslations("backOffice");
  const words = useTranslations("readyAccounts.offer");
  return (
    <div className="grid gap-4">
      <ServiceChoice
        label={t("goods.service")}
        value={typed.service}
        onChange={(service) => onChange({ service })}
      />
      <CountryChoice
        label={words("country")}
        serviceCode={null}
        value={typed.countryId}
        onChange={(countryId) => onChange({ countryId })}
      />
      <OfferFields typed={typed} onChange={onChange} />
      <AmountInput label={words("price")} value={typed.price} onChange={(price) => onChange({ price })} />
      <TextLine
        label={words("minCount")}
        value={typed.minCount}
        onChange={(text) => onChange({ minCount: digits(text, 3) })}
      />
      <TextLine
        label={words("warrantyHours")}
        hint={t("accountOffers.warrantyHint")}
        value={typed.warrantyHours}
        onChange={(text) => onChange({ warrantyHours: digits(text, 4) })}
      />
    </div>
  );
}
