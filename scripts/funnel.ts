import { createInterface } from 'node:readline/promises';
import type { Io } from './funnel/write-files.ts';
import { runFunnel } from './funnel/program.ts';
import { reasonOf } from './print.ts';

const isTerminal = process.stdin.isTTY && process.stdout.isTTY;

const io: Io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  colour: process.stdout.isTTY && !process.env['NO_COLOR'],
  confirm: isTerminal ? askForYes : null,
};

// The reader of the output may stop before its end, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`The output can't be written: ${reasonOf(error)}.\n`);
  process.exit(1);
});
process.exitCode = await runFunnel(process.argv.slice(2), io);

async function askForYes(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question(`${question} [y/N] `).finally(() => asking.close());
  return /^y(es)?$/i.test(answer.trim());
}
