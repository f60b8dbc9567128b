import type { Language } from "#app/_processes/simulator/countries.ts";
import { digits, pick } from "#app/_processes/simulator/random.ts";

export type SmsText = { readonly sender: string; readonly text: string };

type Template = (brand: string, code: string) => string;

const GENERAL: Readonly<Record<Language, readonly Template[]>> = {
  en: [
    (brand, code) => `${brand} code: ${code}. Do not share it with anyone.`,
    (brand, code) => `${code} is your ${brand} verification code. It expires in 10 minutes.`,
    (brand, code) => `Your ${brand} verification code is ${code}`,
    (brand, code) => `[${brand}] Use code ${code} to log in. Valid for 5 minutes.`,
  ],
  ru: [
    (brand, code) => `${brand}: код подтверждения ${code}. Никому его не сообщайте.`,
    (brand, code) => `${code} — ваш код ${brand}. Действует 5 минут`,
  ],
  zh: [
    (brand, code) => `【${brand}】验证码：${code}，10分钟内有效，请勿泄露。`,
    (brand, code) => `【${brand}】您的验证码是${code}，请于5分钟内填写。`,
  ],
  hi: [
    (brand, code) => `${code} आपका ${brand} कोड है। इसे किसी से साझा न करें।`,
    (brand, code) => `आपका ${brand} ओटीपी ${code} है, 10 मिनट में मान्य`,
    (brand, code) => `${code} is your OTP for ${brand}. Do not share it with anyone.`,
  ],
  es: [
    (brand, code) => `Tu código de ${brand} es ${code}. No lo compartas con nadie.`,
    (brand, code) => `${code} es tu código de verificación de ${brand}`,
  ],
  pt: [(brand, code) => `${brand}: seu código de verificação é ${code}. Não compartilhe.`],
  id: [(brand, code) => `Kode verifikasi ${brand} Anda ${code}. Jangan berikan kode ini ke siapa pun.`],
  tr: [(brand, code) => `${brand} doğrulama kodunuz: ${code}. Kimseyle paylaşmayın.`],
  de: [(brand, code) => `Ihr ${brand} Bestätigungscode lautet ${code}`],
  fr: [(brand, code) => `Votre code de vérification ${brand} est ${code}. Ne le partagez pas.`],
  vi: [(brand, code) => `Mã xác minh ${brand} của bạn là ${code}`],
  ar: [(brand, code) => `رمز التحقق الخاص بك على ${brand} هو ${code}`],
};

type OwnStyle = {
  readonly sender: string;
  readonly length: number;
  readonly texts: readonly ((code: string) => string)[];
};

/** Services whose SMS everybody knows. */
const OWN_STYLE: Readonly<Record<string, OwnStyle>> = {
  tg: {
    sender: "Telegram",
    length: 5,
    texts: [
      (code) =>
        `Telegram code: ${code}\n\nYou can also tap on this link to log in:\nhttps://t.me/login/${code}`,
      (code) =>
        `Telegram code ${code}. Do not give this code to anyone, even if they say they are from Telegram!`,
    ],
  },
  wa: {
    sender: "WhatsApp",
    length: 6,
    texts: [
      (code) => `Your WhatsApp code: ${code.slice(0, 3)}-${code.slice(3)}\nDon't share this code with others`,
      (code) => `<#> ${code.slice(0, 3)}-${code.slice(3)} is your WhatsApp code. 4sgLq1p5sV6`,
    ],
  },
  go: { sender: "Google", length: 6, texts: [(code) => `G-${code} is your Google verification code.`] },
  fb: {
    sender: "Facebook",
    length: 5,
    texts: [
      (code) => `FB-${code} is your Facebook confirmation code`,
      (code) => `${code} is your Facebook code H29Q+Fsn4Sr`,
    ],
  },
  ig: {
    sender: "Instagram",
    length: 6,
    texts: [(code) => `${code.slice(0, 3)} ${code.slice(3)} is your Instagram code. Don't share it.`],
  },
  mm: { sender: "Microsoft", length: 6, texts: [(code) => `Use ${code} as Microsoft account security code`] },
  am: {
    sender: "Amazon",
    length: 6,
    texts: [(code) => `${code} is your Amazon OTP. Don't share it with anyone.`],
  },
  ds: { sender: "Discord", length: 6, texts: [(code) => `Your Discord verification code is: ${code}`] },
  lf: {
    sender: "TikTok",
    length: 6,
    texts: [(code) => `[TikTok] ${code} is your verification code, valid for 5 minutes.`],
  },
  ub: { sender: "Uber", length: 4, texts: [(code) => `Your Uber code is ${code}. Never share this code.`] },
};

const STRANGERS = ["Kwik Market", "FreshBox", "CityRide", "Nordpost", "PetPal"];

/** An SMS with a fresh code, as that service would write it. */
export function composeSms(
  service: { code: string; name: string },
  language: Language,
  random: () => number,
): SmsText {
  const own = OWN_STYLE[service.code];
  if (own) {
    const localised = random() < 0.35 && language !== "en";
    const code = digits(own.length, random);
    const text = localised
      ? pick(GENERAL[language], random)(own.sender, code)
      : pick(own.texts, random)(code);
    return { sender: own.sender, text };
  }
  const brand = service.code === "ot" ? pick(STRANGERS, random) : brandOf(service.name);
  const code = digits(pick([4, 5, 6, 6, 6], random), random);
  const sender =
    random() < 0.75
      ? brand
          .replaceAll(/[^\p{L}\p{N} .-]/gu, "")
          .slice(0, 11)
          .trim()
      : `+1${digits(10, random)}`;
  return { sender: sender || "INFO", text: pick(GENERAL[language], random)(brand, code) };
}

function brandOf(name: string): string {
  return (name.split(/[,/(|]/u)[0] ?? name).trim();
}
