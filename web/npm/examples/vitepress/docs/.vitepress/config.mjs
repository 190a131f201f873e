export default {
  title: "Our cluster",
  // Vue would look for a component of this name.
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "kube-loupe" } } },
  // Importing the package where the pages are built does nothing, so it needs no exception for that.
};
