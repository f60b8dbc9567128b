import { explain } from "#lib/tooling/problem.ts";
import { complain } from "#lib/tooling/terminal.ts";

/**
 * Imported first by every process: what a person can mend (a missing setting, a taken port) ends the process with one
 * sentence instead of a stack; any other fault ends it with its stack, as Node does by itself.
 */
process.on("uncaughtException", (error: NodeJS.ErrnoException & { port?: number; address?: string }) => {
  if (error.code === "EADDRINUSE" && error.syscall === "listen") {
    complain(
      `Port ${error.port} at ${error.address} is taken by another program. End it, or set another one ` +
        '(PORT, WEB_PORT, WORKER_PORT, TELEGRAM_PORT; docs/operations.md, "Environment").',
    );
  } else {
    complain(explain(error));
  }
  process.exit(1);
});
