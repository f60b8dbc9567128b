/** The bundler's address of a font, which tells its content: the same that a style's `url()` becomes. */
declare module "*.woff2" {
  const address: string;
  export default address;
}
