/** Steps from the download to numbers on sale; their words are `partners.program.<name>`. */
export type ProgramStep = {
  readonly name: "install" | "key" | "configure" | "modems" | "table" | "start";
  readonly code: string;
};

/** What is typed in each step, ready to be copied. `docs/partner-program.md` says more about each. */
export function programSteps(site: {
  readonly url: string;
  readonly sha256: string;
}): readonly ProgramStep[] {
  return [
    {
      name: "install",
      code: `apt-get install nodejs gammu gammu-smsd
systemctl disable --now gammu-smsd
echo "${site.sha256}  sms-den-modems.mjs" | sha256sum -c
install -D sms-den-modems.mjs /opt/sms-den-modems/sms-den-modems.mjs
useradd --system --groups dialout sms-den-modems
install -d -o sms-den-modems -m 0700 /var/lib/sms-den-modems /var/lib/sms-den-modems/incoming
install -d /etc/sms-den-modems/gammu
alias modems='sudo -u sms-den-modems node /opt/sms-den-modems/sms-den-modems.mjs'`,
    },
    {
      name: "key",
      code: "install -o sms-den-modems -m 0400 /dev/stdin /etc/sms-den-modems/key",
    },
    {
      name: "configure",
      code: `cat > /etc/sms-den-modems/config.json <<'EOF'
${JSON.stringify({ url: site.url, keyFile: "/etc/sms-den-modems/key", inputs: { gammu: {} } }, null, 2)}
EOF`,
    },
    {
      name: "modems",
      code: `ls -l /dev/serial/by-path
modems gammu-conf m1 /dev/serial/by-path/... > /etc/sms-den-modems/gammu/m1.conf
modems units
systemctl daemon-reload
systemctl enable --now sms-den-modem@m1`,
    },
    {
      name: "table",
      code: `cat > sims.csv <<'EOF'
sim,number,country,operator,services,rent
510010000000001,+628110000001,indonesia,telkomsel,,
m2,+628110000002,indonesia,,tg wa,
EOF
modems import sims.csv`,
    },
    {
      name: "start",
      code: `modems test
systemctl enable --now sms-den-modems
modems status`,
    },
  ];
}
