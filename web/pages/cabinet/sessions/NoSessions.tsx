import { errorText } from '../../../session/show-error.ts';
import { WordedError } from '../../../session/worded-error.ts';
import { useTranslation } from '../../../translation.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ListMessage } from './ListMessage.tsx';

interface NothingFoundProps {
  /** Undefined where there is nothing to clear: the library itself is empty. */
  readonly onClear?: (() => void) | undefined;
}

/** No session matches. */
export function NothingFound({ onClear }: NothingFoundProps) {
  const { t } = useTranslation('cabinet');
  if (!onClear) return <ListMessage title={t('sessions.empty.title')} text={t('sessions.empty.text')} />;
  return (
    <ListMessage title={t('sessions.nothing.title')} text={t('sessions.nothing.text')}>
      <Button look="secondary" small onClick={onClear}>
        {t('sessions.filters.clear')}
      </Button>
    </ListMessage>
  );
}

interface ListFailureProps {
  readonly error: unknown;
  readonly isTrying: boolean;
  readonly onRetry: () => void;
}

/** The list could not be had; without a line what is saved can still be listened to. */
export function ListFailure({ error, isTrying, onRetry }: ListFailureProps) {
  const { t } = useTranslation('cabinet');
  const { t: common } = useTranslation('site');
  const isOffline = error instanceof WordedError && error.words === 'errors.offline';
  return (
    <div role="alert">
      <ListMessage
        title={isOffline ? t('sessions.offline.title') : t('sessions.failed.title')}
        text={isOffline ? t('sessions.offline.text') : errorText(error, common)}
      >
        <Button look="secondary" small busy={isTrying} onClick={onRetry}>
          {t('sessions.failed.retry')}
        </Button>
      </ListMessage>
    </div>
  );
}
