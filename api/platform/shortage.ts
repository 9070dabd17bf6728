import { systemCodeOf } from './data-directory.ts';

/**
 * A sentence on what this process had too little of, memory, open files or processes, and what to do, where an error comes
 * from that: nothing that is stored is broken. Else null.
 */
export function explainShortage(error: unknown): string | null {
  switch (shortageOf(error)) {
    case 'memory':
      return `This process got too little memory: to build the site takes 900 MB, to serve it 400. ${remedyFor('-v')}`;
    case 'files':
      return `This process may open too few files: it needs 1,024. ${remedyFor('-n')}`;
    case 'processes':
      return `This process may not start another one. ${remedyFor('-u')}`;
    case null:
      return null;
  }
}

/** Ends the process with that sentence, where there is one; else throws the error again. */
export function exitOfShortage(error: unknown): never {
  const sentence = explainShortage(error);
  if (sentence === null) throw error;
  console.error(sentence);
  process.exit(1);
}

const remedyFor = (limit: string): string =>
  `Raise the limit (ulimit ${limit}, or that of its service or container), then start this again.`;

function shortageOf(error: unknown): 'memory' | 'files' | 'processes' | null {
  if (!(error instanceof Error)) return null;
  const code = systemCodeOf(error);
  if (code === 'EMFILE' || code === 'ENFILE') return 'files';
  if (code === 'EAGAIN' && 'syscall' in error && String(error.syscall).startsWith('spawn')) return 'processes';
  const isOfMemory = code === 'ENOMEM' || code === 'ERR_WORKER_OUT_OF_MEMORY' || memoryMessages.test(error.message);
  return isOfMemory ? 'memory' : null;
}

/** What V8 and WebAssembly say where they get no memory: such errors have no code. */
const memoryMessages =
  /^(?:WebAssembly\.\w+\(\): (?:could not allocate memory|Out of memory)|Array buffer allocation failed|Aborted\(OOM\))/;
