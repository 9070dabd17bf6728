import type { CatalogItem } from '../../api/content/catalog.ts';
import type { MadeAudio, Piece, SoundMaker } from '../../api/content/audio/sound-maker.ts';

/** There is no such session, or it has a recording. */
export class UnknownSession extends Error {
  override readonly name = 'UnknownSession';
}

/** The sessions whose audio is made: of these ids, or all. */
export function choosePieces(sessions: readonly CatalogItem[], ids: readonly string[]): readonly Piece[] {
  const made = sessions.filter(({ audio }) => audio === null);
  if (ids.length === 0) return made;
  return ids.map((id) => {
    const found = made.find((session) => session.id === id);
    if (found) return found;
    const isRecorded = sessions.some((session) => session.id === id);
    throw new UnknownSession(isRecorded ? `${id} has a recording.` : `There is no session ${JSON.stringify(id)}.`);
  });
}

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barWidth = 30;

/** One after the other, with a line for each. Resolves to whether all of them are there. */
export async function makeAll(pieces: readonly Piece[], maker: SoundMaker, screen: Screen): Promise<boolean> {
  let bytes = 0;
  let failed = 0;
  for (const [index, piece] of pieces.entries()) {
    const title = `${String(index + 1).padStart(String(pieces.length).length)}/${pieces.length} ${piece.id}`;
    try {
      const audio = await maker.demand(piece);
      const seconds = await wait(audio, title, screen);
      screen.write(
        `${title}: ${seconds === null ? 'is there' : `made in ${seconds} s`}, ${inMegabytes(audio.bytes)}\n`,
      );
      bytes += audio.bytes;
    } catch (error) {
      failed += 1;
      screen.write(`${title}: not made. ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  screen.write(`${inMegabytes(bytes)} in all${failed > 0 ? `; ${failed} not made` : ''}.\n`);
  return failed === 0;
}

/** Resolves to how long it took; null where it was there before. */
async function wait({ making, bytes }: MadeAudio, title: string, screen: Screen): Promise<number | null> {
  if (making === null) return null;
  const started = performance.now();
  const forever = new AbortController().signal;
  const step = screen.isTTY ? Math.ceil(bytes / barWidth) : bytes;
  for (let reached = 0; reached < bytes;) {
    if (screen.isTTY) screen.write(`\r${title} ${drawBar(reached / bytes)}`);
    reached = Math.min(bytes, reached + step);
    await making.reach(reached, forever);
  }
  if (screen.isTTY) screen.write(`\r${' '.repeat(title.length + barWidth + 3)}\r`);
  return Math.round((performance.now() - started) / 100) / 10;
}

function drawBar(part: number): string {
  const done = Math.round(part * barWidth);
  return `[${'='.repeat(done)}${' '.repeat(barWidth - done)}]`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
