import type { Row } from "#app/api/action-table.factory.ts";

/** What still fits behind a rent of four hours, and behind one of eight. */
const EXTENSIONS =
  '{"data":{"options":[{"price":5.6,"duration":{"unit":"hour","value":4}},{"price":25.48,"duration":{"unit":"hour","value":24}},{"price":54.88,"duration":{"unit":"hour","value":72}},{"price":94.64,"duration":{"unit":"hour","value":168}},{"price":141.4,"duration":{"unit":"hour","value":336}}]}}';
const EXTENSIONS_OF_EIGHT =
  '{"data":{"options":[{"price":5.6,"duration":{"unit":"hour","value":4}},{"price":22.4,"duration":{"unit":"hour","value":24}},{"price":50.96,"duration":{"unit":"hour","value":72}},{"price":90.16,"duration":{"unit":"hour","value":168}},{"price":136.64,"duration":{"unit":"hour","value":336}}]}}';

export const rentStates = [
  "active",
  "after 20 minutes",
  "received",
  "extended",
  "finished",
  "canceled",
  "over",
];
/** The same about a rent of four hours. */
export const rentTable: readonly Row[] = [
  [
    "getRentStatus",
    {},
    [
      '{"status":"error","message":"STATUS_WAIT_CODE"}',
      '{"status":"error","message":"STATUS_WAIT_CODE"}',
      '{"status":"success","quantity":"1","values":{"0":{"phoneFrom":"Telegram","text":"Telegram code 04711","service":"tg","date":"<time>"}}}',
      '{"status":"error","message":"STATUS_WAIT_CODE"}',
      '{"status":"error","message":"STATUS_FINISH"}',
      '{"status":"error","message":"STATUS_CANCEL"}',
      '{"status":"error","message":"STATUS_FINISH"}',
    ],
  ],
  [
    "setRentStatus",
    { status: 1 },
    [
      '{"status":"success"}',
      '{"status":"success"}',
      '{"status":"success"}',
      '{"status":"success"}',
      '{"status":"error","message":"ALREADY_FINISH"}',
      '{"status":"error","message":"ALREADY_CANCEL"}',
      '{"status":"error","message":"ALREADY_FINISH"}',
    ],
  ],
  [
    "setRentStatus",
    { status: 2 },
    [
      '{"status":"success"}',
      '{"status":"error","message":"CANT_CANCEL"}',
      '{"status":"error","message":"CANT_CANCEL"}',
      '{"status":"error","message":"CANT_CANCEL"}',
      '{"status":"error","message":"ALREADY_FINISH"}',
      '{"status":"error","message":"ALREADY_CANCEL"}',
      '{"status":"error","message":"ALREADY_FINISH"}',
    ],
  ],
  [
    "setRentStatus",
    { status: 3 },
    [
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
      '{"status":"error","message":"INCORECT_STATUS"}',
    ],
  ],
  [
    "continueRentInfo",
    { hours: 4 },
    [
      '{"status":"success","price":5.6,"currency":643,"hours":4}',
      '{"status":"success","price":5.6,"currency":643,"hours":4}',
      '{"status":"success","price":5.6,"currency":643,"hours":4}',
      '{"status":"success","price":5.6,"currency":643,"hours":4}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "continueRentInfo",
    { hours: 672 },
    [
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":668}}',
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":668}}',
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":668}}',
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":664}}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "getContinueRentPriceNumber",
    { rent_time: 4 },
    [
      '{"status":"success","price":5.6,"currency":643}',
      '{"status":"success","price":5.6,"currency":643}',
      '{"status":"success","price":5.6,"currency":643}',
      '{"status":"success","price":5.6,"currency":643}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "continueRentNumber",
    { rent_time: 4 },
    [
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "prolong",
    { duration: 4 },
    [
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"success","phone":{"id":<id>,"endDate":"<time>","number":"<number>"},"activationId":"<id>","phoneNumber":"<number>","activationEndTime":"<time>"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "prolongOptions",
    {},
    [
      EXTENSIONS,
      EXTENSIONS,
      EXTENSIONS,
      EXTENSIONS_OF_EIGHT,
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
      '{"status":"error","message":"RENT_DIE"}',
    ],
  ],
  [
    "prolongHistory",
    {},
    [
      '{"data":[]}',
      '{"data":[]}',
      '{"data":[]}',
      '{"data":[{"userPrice":5.6,"hours":4,"createDate":"<time>","payerType":"client"}]}',
      '{"data":[]}',
      '{"data":[]}',
      '{"data":[]}',
    ],
  ],
  [
    "continueRentNumber",
    { rent_time: 3 },
    [
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
      '{"status":"error","message":"INVALID_TIME"}',
    ],
  ],
];
