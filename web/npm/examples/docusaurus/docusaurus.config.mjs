export default {
  title: "Our cluster",
  url: "https://example.com",
  baseUrl: "/",
  // Loaded in the browser only; Docusaurus builds its pages without it.
  clientModules: ["./src/kubeloupe.mjs"],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
