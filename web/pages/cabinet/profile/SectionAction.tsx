import { useState } from 'react';
import { useWork } from '../../../session/use-work.ts';
import { Button } from '../../../ui/Button.tsx';
import { Done } from './Done.tsx';

interface Props {
  readonly label: string;
  /** What is said once it is done. */
  readonly done: string;
  readonly act: () => Promise<void>;
}

/** A button that does something and says beside it that it is done. */
export function SectionAction({ label, done, act }: Props) {
  const { busy, run } = useWork();
  const [isDone, setDone] = useState(false);
  const press = async () => {
    setDone(false);
    setDone(await run(act));
  };
  return (
    <Done words={isDone ? done : null}>
      <Button look="secondary" small busy={busy} onClick={() => void press()}>
        {label}
      </Button>
    </Done>
  );
}
