// Lets the browser keep the app for visits without a network. Only what `cargo xtask dist` writes has this.
if (navigator.serviceWorker !== undefined) {
  // Where a browser keeps nothing, the app works as it does without.
  navigator.serviceWorker.register("./offline.js", { scope: "./" }).catch(() => {});
}
