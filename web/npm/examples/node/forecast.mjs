// What the deletion of an object does to the others: node forecast.mjs DUMP KIND/NAMESPACE/NAME
import { readFile } from "node:fs/promises";
import { KubeloupeError, forecast } from "kubeloupe";

const [dump, target] = process.argv.slice(2);
try {
  const { forecasts } = await forecast({ name: dump, data: await readFile(dump) }, { delete: target, cascade: "background" });
  for (const { ref, fate, at, why, anyway } of forecasts[0].objects) {
    if (!anyway) {
      console.log(`${ref} is ${fate}${at === null ? "" : ` after ${at}`}: ${why.map(({ rule }) => rule).join(", ")}`);
    }
  }
} catch (error) {
  if (!(error instanceof KubeloupeError)) {
    throw error;
  }
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 2;
}
