import { account } from '../../../session/account.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProfileSection, SectionAction } from './ProfileSection.tsx';
import { saveFile } from './save-file.ts';

/** All that is stored about the user, as a file. */
export function DataSection() {
  const { t } = useTranslation('cabinet');
  return (
    <ProfileSection title={t('profile.data.title')}>
      <p>{t('profile.data.text')}</p>
      <SectionAction
        label={t('profile.data.download')}
        done={t('profile.data.done')}
        act={async () => saveFile(await account.downloadData(), 'still-waters-data.json')}
      />
    </ProfileSection>
  );
}
