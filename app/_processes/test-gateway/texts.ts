import type { GatewayStatus } from "#app/_processes/test-gateway/store.ts";
import type { AfterAction } from "#app/_processes/test-gateway/taking-back.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type PageTexts = {
  title: string;
  note: string;
  /** `{amount}` is put in. */
  pay: string;
  later: string;
  less: string;
  more: string;
  decline: string;
  back: string;
  missing: string;
  card: string;
  open: string;
  list: string;
  none: string;
  /** `{amount}` is put in. */
  refunded: string;
  chargedBack: string;
  after: Readonly<Record<AfterAction, string>>;
  statuses: Readonly<Record<Exclude<GatewayStatus, "open">, string>>;
};

/** The hosted page is the provider's, so its words do not stand among the product's messages. */
export const pageTexts: Readonly<Record<Locale, PageTexts>> = {
  en: {
    title: "Test payment",
    note: "A simulated payment page: the cards are made up and no real money moves.",
    pay: "Pay {amount}",
    later: "Pay, confirm later",
    less: "Pay half",
    more: "Pay 50 ₽ more",
    decline: "Decline",
    back: "Back to the shop",
    missing: "There is no such payment.",
    card: "Test card",
    open: "Waiting for the payer.",
    list: "Payments of the last days",
    none: "No payments yet.",
    refunded: "{amount} went back to the card.",
    chargedBack: "{amount} was charged back by the bank.",
    after: {
      refund: "Refund {amount}",
      refundHalf: "Refund half",
      chargeBack: "Charge back",
      winDispute: "The shop wins the dispute",
    },
    statuses: {
      processing: "The payment is being processed.",
      paid: "Paid.",
      underpaid: "Less was paid than asked for.",
      overpaid: "More was paid than asked for.",
      declined: "The payment was declined.",
      expired: "The time for this payment is over.",
    },
  },
  ru: {
    title: "Тестовый платёж",
    note: "Имитация страницы оплаты: карты вымышленные, настоящие деньги не списываются.",
    pay: "Оплатить {amount}",
    later: "Оплатить с задержкой",
    less: "Оплатить половину",
    more: "Оплатить на 50 ₽ больше",
    decline: "Отклонить",
    back: "Вернуться в магазин",
    missing: "Такого платежа нет.",
    card: "Тестовая карта",
    open: "Ждёт оплаты.",
    list: "Платежи последних дней",
    none: "Платежей пока нет.",
    refunded: "{amount} возвращено на карту.",
    chargedBack: "{amount} банк списал обратно.",
    after: {
      refund: "Вернуть {amount}",
      refundHalf: "Вернуть половину",
      chargeBack: "Оспорить в банке",
      winDispute: "Спор выиграл магазин",
    },
    statuses: {
      processing: "Платёж обрабатывается.",
      paid: "Оплачено.",
      underpaid: "Оплачено меньше, чем нужно.",
      overpaid: "Оплачено больше, чем нужно.",
      declined: "Платёж отклонён.",
      expired: "Время на оплату истекло.",
    },
  },
  cn: {
    title: "测试支付",
    note: "这是模拟的支付页面：银行卡是虚构的，不会产生真实扣款。",
    pay: "支付 {amount}",
    later: "支付，稍后确认",
    less: "只付一半",
    more: "多付 50 ₽",
    decline: "拒绝",
    back: "返回商店",
    missing: "没有这笔付款。",
    card: "测试卡",
    open: "等待付款。",
    list: "最近几天的付款",
    none: "还没有付款。",
    refunded: "{amount} 已退回到卡中。",
    chargedBack: "{amount} 已被银行拒付收回。",
    after: {
      refund: "退款 {amount}",
      refundHalf: "退一半",
      chargeBack: "发起拒付",
      winDispute: "商店赢得争议",
    },
    statuses: {
      processing: "付款正在处理中。",
      paid: "已支付。",
      underpaid: "实付金额少于应付金额。",
      overpaid: "实付金额多于应付金额。",
      declined: "付款被拒绝。",
      expired: "付款时间已过。",
    },
  },
  tr: {
    title: "Test ödemesi",
    note: "Bu bir ödeme benzetimidir: kartlar uydurmadır, gerçek para çekilmez.",
    pay: "{amount} öde",
    later: "Öde, sonra onayla",
    less: "Yarısını öde",
    more: "50 ₽ fazla öde",
    decline: "Reddet",
    back: "Mağazaya dön",
    missing: "Böyle bir ödeme yok.",
    card: "Test kartı",
    open: "Ödeme bekleniyor.",
    list: "Son günlerin ödemeleri",
    none: "Henüz ödeme yok.",
    refunded: "{amount} karta iade edildi.",
    chargedBack: "{amount} banka tarafından geri alındı.",
    after: {
      refund: "{amount} iade et",
      refundHalf: "Yarısını iade et",
      chargeBack: "Ters ibraz",
      winDispute: "İtirazı mağaza kazandı",
    },
    statuses: {
      processing: "Ödeme işleniyor.",
      paid: "Ödendi.",
      underpaid: "İstenenden az ödendi.",
      overpaid: "İstenenden fazla ödendi.",
      declined: "Ödeme reddedildi.",
      expired: "Bu ödemenin süresi doldu.",
    },
  },
  es: {
    title: "Pago de prueba",
    note: "Página de pago simulada: las tarjetas son inventadas y no se mueve dinero real.",
    pay: "Pagar {amount}",
    later: "Pagar y confirmar más tarde",
    less: "Pagar la mitad",
    more: "Pagar 50 ₽ de más",
    decline: "Rechazar",
    back: "Volver a la tienda",
    missing: "Este pago no existe.",
    card: "Tarjeta de prueba",
    open: "A la espera del pago.",
    list: "Pagos de los últimos días",
    none: "Aún no hay pagos.",
    refunded: "{amount} volvió a la tarjeta.",
    chargedBack: "El banco retiró {amount} por contracargo.",
    after: {
      refund: "Reembolsar {amount}",
      refundHalf: "Reembolsar la mitad",
      chargeBack: "Contracargo",
      winDispute: "La tienda gana la disputa",
    },
    statuses: {
      processing: "El pago se está procesando.",
      paid: "Pagado.",
      underpaid: "Se pagó menos de lo solicitado.",
      overpaid: "Se pagó más de lo solicitado.",
      declined: "El pago fue rechazado.",
      expired: "El plazo de este pago ha terminado.",
    },
  },
  hi: {
    title: "परीक्षण भुगतान",
    note: "यह भुगतान का नकली पृष्ठ है: कार्ड काल्पनिक हैं और असली पैसा नहीं कटता।",
    pay: "{amount} चुकाएँ",
    later: "चुकाएँ, पुष्टि बाद में",
    less: "आधा चुकाएँ",
    more: "50 ₽ अधिक चुकाएँ",
    decline: "अस्वीकार करें",
    back: "दुकान पर लौटें",
    missing: "ऐसा कोई भुगतान नहीं है।",
    card: "परीक्षण कार्ड",
    open: "भुगतान की प्रतीक्षा है।",
    list: "पिछले दिनों के भुगतान",
    none: "अभी कोई भुगतान नहीं।",
    refunded: "{amount} कार्ड पर लौट गए।",
    chargedBack: "{amount} बैंक ने वापस ले लिए।",
    after: {
      refund: "{amount} लौटाएँ",
      refundHalf: "आधा लौटाएँ",
      chargeBack: "चार्जबैक करें",
      winDispute: "विवाद दुकान ने जीता",
    },
    statuses: {
      processing: "भुगतान पर काम चल रहा है।",
      paid: "भुगतान हो गया।",
      underpaid: "माँगी गई राशि से कम चुकाया गया।",
      overpaid: "माँगी गई राशि से अधिक चुकाया गया।",
      declined: "भुगतान अस्वीकार हो गया।",
      expired: "इस भुगतान का समय समाप्त हो गया।",
    },
  },
};
