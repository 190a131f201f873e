// A page that may run its own scripts and compile WebAssembly, and nothing else.
import { forecast } from "./node_modules/kubeloupe/dist/index.js";

const owner = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "owner", namespace: "shop", uid: "a" } };
const reference = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "a" };
const dependent = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "dependent", namespace: "shop", uid: "b", ownerReferences: [reference] },
};

const { forecasts } = await forecast([owner, dependent], { delete: "configmap/shop/owner", cascade: "background" });
document.querySelector("#fates").replaceChildren(
  ...forecasts[0].objects.map(({ ref, fate }) => {
    const item = document.createElement("li");
    item.textContent = `${ref}: ${fate}`;
    return item;
  }),
);
