import { useState } from 'react';
import type { PurchasesState } from '../use-purchases.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

interface Props {
  /** What the user has bought, where the page knows it: removing the account ends it. */
  readonly purchases?: PurchasesState;
}

/** The way out, asked about once more before it is taken. */
export function RemoveSection({ purchases = { kind: 'loading' } }: Props) {
  const { t } = useTranslation('cabinet');
  const [asking, setAsking] = useState(false);
  return (
    <ProfileSection title={t('profile.remove.title')}>
      <p>{t('profile.remove.text')}</p>
      <div>
        <Button look="secondary" small aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {t('profile.remove.open')}
        </Button>
      </div>
      <RemoveDialog open={asking} onClose={() => setAsking(false)} purchases={purchases} />
    </ProfileSection>
  );
}
