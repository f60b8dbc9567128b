/** A service as the pickers of the rent get it. */
export const rentService = (id: number, code: string, name: string) => ({
  id,
  external_id: code,
  service_external_id: code,
  name,
  slug: name.toLowerCase(),
  icon: null,
  icon_id: null,
  nameTranscriptionEnRu: "",
  nameTranscriptionRuEn: "",
  category: "other",
});

/** Telegram in Indonesia, as the list of rent offers has it. */
export const rentOffer = {
  country_external_id: 6,
  service_external_id: "tg",
  country_slug: "indonesia",
  service_slug: "telegram",
  name: "Indonesia",
  price: 40,
  otherTierPrice: 36,
  customPrice: null,
  hourKopecks: 1_000,
  customHourKopecks: null,
  count: 5,
  operators: [],
};
