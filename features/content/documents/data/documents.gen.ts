// Drawn by `npm run locales`.
import en from "#features/content/documents/data/en.json" with { type: "json" };
import ru from "#features/content/documents/data/ru.json" with { type: "json" };
import cn from "#features/content/documents/data/cn.json" with { type: "json" };
import tr from "#features/content/documents/data/tr.json" with { type: "json" };
import es from "#features/content/documents/data/es.json" with { type: "json" };
import hi from "#features/content/documents/data/hi.json" with { type: "json" };

export const documentFiles = { en, ru, cn, tr, es, hi };
