/** The other side of Web Push: what a browser does to read a message (RFC 8188). */
declare module "http_ece" {
  const ece: { decrypt: (body: Buffer, options: object) => Buffer };
  export default ece;
}
