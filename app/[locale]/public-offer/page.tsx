import { documentFacts } from "#features/content/content.loaders.ts";
import { DocumentPage } from "#features/content/document-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";

export const generateMetadata = pageMetadata("/public-offer");

export default function PublicOfferPage() {
  return <DocumentPage document="publicOffer" facts={documentFacts} />;
}
