export { AccountTextsLayout as default } from "#components/layout/page-texts.tsx";
