// Drawn by `npm run locales`.
import en from "#features/api-docs/words/data/en.json" with { type: "json" };
import ru from "#features/api-docs/words/data/ru.json" with { type: "json" };
import cn from "#features/api-docs/words/data/cn.json" with { type: "json" };
import tr from "#features/api-docs/words/data/tr.json" with { type: "json" };
import es from "#features/api-docs/words/data/es.json" with { type: "json" };
import hi from "#features/api-docs/words/data/hi.json" with { type: "json" };

export const wordFiles = { en, ru, cn, tr, es, hi };
