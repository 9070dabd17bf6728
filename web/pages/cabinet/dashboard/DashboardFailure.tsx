import { Link } from 'react-router';
import { errorText } from '../../../session/show-error.ts';
import { useWork } from '../../../session/use-work.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Medallion } from '../../drawings/Medallion.tsx';
import { MessagePage } from '../../MessagePage.tsx';
import { Ways } from '../../Ways.tsx';

interface Props {
  readonly error: unknown;
  readonly onRetry: () => Promise<void>;
}

/** In the place of a dashboard that could not be loaded: why, and the ways on. */
export function DashboardFailure({ error, onRetry }: Props) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const { busy, run } = useWork();
  return (
    <MessagePage
      picture={<Medallion scene="stars" large />}
      title={t('dashboard.failed')}
      text={errorText(error, common)}
    >
      <Ways>
        <Button busy={busy} onClick={() => void run(onRetry)}>
          {t('dashboard.retry')}
        </Button>
        <Link className={buttonClass({ look: 'secondary' })} to="/cabinet/sessions">
          {t('dashboard.sessions')}
        </Link>
      </Ways>
    </MessagePage>
  );
}
