/** The role that every process of the product acts as. It owns nothing; migrations say what it may do. */
export const APP_ROLE = "sms_den_app";
