import path from "node:path";
import { type Config, DEFAULT_CONFIG_FILE, incomingFolder } from "#app/_partner-agent/config.ts";
import { say } from "#app/_partner-agent/print.ts";

const USER = "sms-den-modems";

/** The program's own file and the Node that runs it, as other programs are to call them. */
function callText(): string {
  return `${process.execPath} ${path.resolve(process.argv[1] ?? "")}`;
}

/** Prints the units for systemd: the program's own, and one for each modem under gammu-smsd. */
export function showUnits(config: Config, configFile: string): number {
  const option = configFile === DEFAULT_CONFIG_FILE ? "" : ` --config ${path.resolve(configFile)}`;
  say(`# /etc/systemd/system/sms-den-modems.service
[Unit]
Description=SMS Den: numbers and SMS of the modems
Wants=network-online.target
After=network-online.target

[Service]
User=${USER}
ExecStart=${callText()} run${option}
Restart=always
RestartSec=5
TimeoutStopSec=30
${stateDirectory(config.dataFolder)}NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
ReadWritePaths=${config.dataFolder}

[Install]
WantedBy=multi-user.target`);
  if (config.gammu)
    say(`
# /etc/systemd/system/sms-den-modem@.service
[Unit]
Description=SMS Den: gammu-smsd for the modem %i

[Service]
User=${USER}
SupplementaryGroups=dialout
ExecStart=/usr/bin/gammu-smsd -c ${config.gammu.folder}/%i.conf
Restart=always
# One that starts within a second of its end says: Another instance is running.
RestartSec=5

[Install]
WantedBy=multi-user.target`);
  return 0;
}

/** systemd makes the folder itself where it is one of /var/lib. */
function stateDirectory(dataFolder: string): string {
  const [, name] = /^\/var\/lib\/([^/]+)$/.exec(dataFolder) ?? [];
  return name === undefined ? "" : `StateDirectory=${name}\nStateDirectoryMode=0700\n`;
}

/** Prints the configuration of gammu-smsd for one modem. */
export function showGammuConf(config: Config, name: string, device: string): number {
  say(`[gammu]
device = ${device}
connection = at

[smsd]
service = null
PhoneID = ${name}
RunOnReceive = ${callText()} hook ${incomingFolder(config.dataFolder)}
LoopSleep = 1
ReceiveFrequency = 1
StatusFrequency = 15
MultipartTimeout = 60
logfile = syslog
debuglevel = 0`);
  return 0;
}
