// Drawn by `npm run locales`.
import en from "#messages/en.json" with { type: "json" };
import ru from "#messages/ru.json" with { type: "json" };
import cn from "#messages/cn.json" with { type: "json" };
import tr from "#messages/tr.json" with { type: "json" };
import es from "#messages/es.json" with { type: "json" };
import hi from "#messages/hi.json" with { type: "json" };

export const messageFiles = { en, ru, cn, tr, es, hi };
