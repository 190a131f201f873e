export type { Api, HashOptions, LoadOptions, ScenarioFiles, ScenarioOptions } from "./api.js";
export { Dump, type ForecastQuestion, type TextForm } from "./dump.js";
export {
  type ErrorCode,
  InputError,
  KubeloupeError,
  ModuleError,
  OptionError,
  type Place,
  RejectedError,
  StoppedError,
  TargetError,
} from "./errors.js";
export type { AnyObject, Data, DumpInput, NamedData, ScenarioInput } from "./input.js";
export type { ModuleSource } from "./loader.js";
export type { Language, Order, Version } from "./question.js";
export { type RunEnd, type RunOptions, Simulation, type SimulationOptions } from "./simulation.js";
export type { LongCall, Progress } from "./slices.js";
export type * from "./types.js";
