await import("#lib/tooling/say-problems.ts");
const { runCommand } = await import("#lib/tooling/terminal.ts");
const { runAgentTest } = await import("#app/_processes/agent-test/agent-test-command.ts");

/** `npm run agent-test -- --url ... --key ...`: the site's acceptance tests against an agent, without a database. */
await runCommand(() => runAgentTest(process.argv.slice(2)));

export {};
