import { LegalText } from './legal/LegalText.tsx';

/** TERMS_OF_SERVICE: the agreement between the company and those who use the site. */
export function TermsPage() {
  return <LegalText text="terms" />;
}
