/** The role that every process of the product acts as. It owns nothing; migrations say what it may do. */
export const APP_ROLE = "sms_den_app";

/** The role that the content desk acts as. It sees the schema `cms` alone. */
export const CMS_ROLE = "sms_den_cms";
