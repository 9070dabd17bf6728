import { readConfig } from '../api/platform/config/config.ts';
import { createLog } from '../api/platform/log.ts';
import { readPaymentCommand, type PaymentCommand, paymentUsage } from './payments/read-command.ts';
import { printable, printLine } from './print.ts';
import { runAtTerminal } from './terminal.ts';

process.exitCode = await runAtTerminal(paymentUsage, () => runCommand(readPaymentCommand(process.argv.slice(2))));

/** Loads only what the command needs. */
async function runCommand(command: PaymentCommand): Promise<number> {
  if (command.kind === 'help') {
    console.log(paymentUsage);
    return 0;
  }
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  switch (command.kind) {
    case 'plans': {
      const { runPlans } = await import('./payments/commands.ts');
      for (const line of await runPlans(config)) printLine(line);
      return 0;
    }
    case 'reconcile': {
      const { runReconcile } = await import('./payments/commands.ts');
      const { lines, complete } = await runReconcile(config, log, command);
      for (const line of lines) printLine(line);
      return complete ? 0 : 1;
    }
    case 'report': {
      const { runReport } = await import('./payments/report.ts');
      process.stdout.write(printable(await runReport(config, log, command)));
      return 0;
    }
  }
}
