// The library entry: the pure detector, typed. Nothing in here touches a file, git, the clock or the network.
export type {
  Candidate,
  DetectOptions,
  Evidence,
  Finding,
  Operation,
  Scope,
  ScopeClaim,
  ScopeKind,
  Severity,
} from "./detect/model.ts";
