import { LegalText } from './legal/LegalText.tsx';

/** PRIVACY_POLICY: what is known of a visitor, why, for how long, and what they can do about it. */
export function PrivacyPage() {
  return <LegalText text="privacy" />;
}
