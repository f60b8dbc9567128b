import { describe, expect, it } from "vitest";
import { extractCode, foldDigits } from "#features/supply/codes.rules.ts";

describe("extractCode", () => {
  it.each([
    // English
    ["Telegram code: 48291. Do not give it to anyone, even if they say they are from Telegram!", "48291"],
    ["Telegram code 48291\n\nYou can also tap on this link to log in:\nhttps://t.me/login/48291", "48291"],
    ["G-482913 is your Google verification code.", "482913"],
    ["<#> 482913 is your Facebook code H29Q+Fsn4Sr", "482913"],
    ["FB-48291 is your Facebook confirmation code", "48291"],
    [
      "Your WhatsApp code: 482-913\n\nYou can also tap on this link to verify your phone: v.whatsapp.com/482913",
      "482913",
    ],
    ["482 913 is your Instagram code. Don't share it.", "482913"],
    [
      "Your Uber code is 4829. Never share this code. Reply STOP ALL to +44 7903 561836 to unsubscribe.",
      "4829",
    ],
    ["Use 482913 as Microsoft account security code", "482913"],
    ["Your one-time password is 4 8 2 9 1 3. Valid for 10 minutes.", "482913"],
    ["Code valid for 10 minutes: 482913", "482913"],
    ["1234 is your Tinder code. © 2026 Tinder", "1234"],
    ["Your Steam Guard code: R7K2P. Valid for 5 minutes.", "R7K2P"],
    ["Your login code is abc-def", "abc-def"],
    ["R7K2PQ is your verification code", "R7K2PQ"],
    ["In 2026 we changed our terms. Your code is 4829", "4829"],
    ["Your code: 2026", "2026"],
    ["Pay 5000 RUB to order 778899. PIN 4829", "4829"],
    ["482913", "482913"],
    ["Amazon: 482913", "482913"],
    ["OTP for txn of Rs.1500 on card ending 4477 is 482913. Call 1800223344 if not done by you.", "482913"],
    ["Your verification code is 12345678", "12345678"],
    [
      "Don't share this code with anyone; our employees will never ask for it. Code: 482913 (expires 21:45)",
      "482913",
    ],
    // Russian
    ["Код подтверждения: 4829. Никому его не сообщайте.", "4829"],
    ["Ваш код 482913. Действует 5 минут", "482913"],
    ["4829 — ваш код для входа в Avito", "4829"],
    ["Пароль: 482-913. Заказ № 55512345 на 2500 руб.", "482913"],
    ["ВКонтакте: 48291 — код для регистрации. Тел. 8 800 555-35-35", "48291"],
    // Chinese
    ["【微信】验证码：482913，5分钟内有效，请勿泄露。", "482913"],
    ["验证码：482913，10分钟内有效", "482913"],
    ["您的验证码是4829，请于10分钟内填写。如非本人操作，请致电4008123123", "4829"],
    ["【淘宝】482913（动态验证码），请在30分钟内填写", "482913"],
    ["驗證碼為 482913", "482913"],
    // Hindi, Arabic, Persian, Bengali, Thai
    ["आपका कोड ४८२९१३ है", "482913"],
    ["482913 आपका व्हाट्सऐप कोड है", "482913"],
    ["आपका ओटीपी 482913 है, 10 मिनट में मान्य", "482913"],
    ["رمز التحقق الخاص بك هو ٤٨٢٩١٣", "482913"],
    ["کد تایید شما: ۴۸۲۹۱", "48291"],
    ["আপনার কোড ৪৮২৯১৩", "482913"],
    ["รหัส OTP ของคุณคือ 482913 (Ref: XYZA)", "482913"],
    // others
    ["Tu código de Instagram es 482913. No lo compartas.", "482913"],
    ["Seu código de verificação é 482 913", "482913"],
    ["Doğrulama kodunuz: 482913. 3 dk geçerlidir.", "482913"],
    ["Kode verifikasi Anda 482913. Jangan berikan ke siapa pun.", "482913"],
    ["Mã xác minh của bạn là 482913", "482913"],
    ["Ihr Bestätigungscode lautet 482913", "482913"],
    ["Votre code de vérification est 482913", "482913"],
    ["認証番号：482913 この番号をLINEアプリに入力してください", "482913"],
    ["[카카오톡] 인증번호 482913 를 입력해주세요", "482913"],
    ["Ｙｏｕｒ ｃｏｄｅ： ４８２９１３", "482913"],
  ])("finds the code in %j", (text, code) => {
    expect(extractCode(text)).toBe(code);
  });

  it.each([
    "Welcome to Telegram!",
    "Happy new year 2026!",
    "© 2026 Uber",
    "Call us: +44 7903 561836",
    "Call +447903561836 for help",
    "Your balance is 1500 RUB",
    "You spent $1250.00 at Amazon",
    "Meeting at 18:30 on 21.11.2026",
    "Valid for 1440 minutes",
    "Заказ № 55512345 отправлен",
    "Ваш баланс 2500 руб.",
    "订单号55512345已发货",
    "Your card ending 4477 was charged",
    "Ваш тел. 8 800 555-35-35",
    "https://example.com/verify/482913",
    "",
    "Enter the code in the app",
  ])("finds no code in %j", (text) => {
    expect(extractCode(text)).toBeNull();
  });

  it("stays quick on hostile text", () => {
    for (const hostile of [
      "1 ".repeat(25_000),
      "code".repeat(12_000),
      "1-".repeat(25_000),
      "a.".repeat(25_000),
      "*".repeat(50_000),
    ]) {
      const before = performance.now();
      extractCode(hostile);
      expect(performance.now() - before).toBeLessThan(2_000);
    }
  });

  it("folds digits of every script", () => {
    expect(foldDigits("०१२٣٤٥۶۷۸৯๐")).toBe("01234567890");
  });
});
