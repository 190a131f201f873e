/** A module as base64, which the bundler makes of it. */
declare module "*.wasm" {
  const base64: string;
  export default base64;
}
