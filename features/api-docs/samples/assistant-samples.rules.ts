import type { Sample } from "#features/api-docs/samples/verifying.rules.ts";

const HEADER = "Authorization: Bearer YOUR_KEY";
const headers = { Authorization: "Bearer YOUR_KEY" };
const json = (settings: object) => JSON.stringify(settings, null, 2);

/** How common programs are told of the assistants' door at `url`; each in the words of its own settings. */
export function assistantSamples(url: string): readonly Sample[] {
  return [
    {
      caption: "Claude Code",
      code: `claude mcp add --transport http sms-den ${url} \\\n  --header "${HEADER}"`,
    },
    {
      caption: "Claude Desktop · claude_desktop_config.json",
      code: json({
        mcpServers: {
          "sms-den": {
            command: "npx",
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the program fills it in
            args: ["-y", "mcp-remote", url, "--header", "Authorization:${AUTHORIZATION}"],
            env: { AUTHORIZATION: "Bearer YOUR_KEY" },
          },
        },
      }),
    },
    { caption: "Cursor · ~/.cursor/mcp.json", code: json({ mcpServers: { "sms-den": { url, headers } } }) },
    {
      caption: "VS Code · .vscode/mcp.json",
      code: json({ servers: { "sms-den": { type: "http", url, headers } } }),
    },
    {
      caption: "Codex · ~/.codex/config.toml",
      code: [
        "[mcp_servers.sms-den]",
        `url = "${url}"`,
        'bearer_token_env_var = "SMS_DEN_KEY"  # export SMS_DEN_KEY=YOUR_KEY',
      ].join("\n"),
    },
    {
      caption: "Gemini CLI · ~/.gemini/settings.json",
      code: json({ mcpServers: { "sms-den": { httpUrl: url, headers } } }),
    },
    {
      caption: "MCP Inspector",
      code: `npx @modelcontextprotocol/inspector --cli ${url} --transport http \\\n  --header "${HEADER}" --method tools/list`,
    },
  ];
}
