// Drawn by `npm run catalogue`.
export const sheets = {
  flags: "/icons/sheets/flags.0b611167eb.svg",
  first: "/icons/sheets/first.4c305a4273.svg",
  rest: "/icons/sheets/rest.c749e4a4e4.svg",
} as const;

/** Services whose marks stand in the first sheet, each between spaces: browsers read this on every page. */
export const firstMarks =
  " telegram whatsapp google instagram facebook tiktok discord x viber apple tinder snapchat wechat line kakaotalk signal vk odnoklassniki maildotru uber airbnb netflix steam paypal ebay coinbase binance claude alipay shopee gojek naver nike battledotnet epicgames aliexpress roblox spotify reddit twitch ";
