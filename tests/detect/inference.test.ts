// Prose inference (spec 1.7) beyond the conformance cases: inflections, multi-word verbs, boundaries, withdrawals.
import { describe, expect, it } from "vitest";
import { inferOperation } from "../../src/detect/infer.ts";
import { parseScope } from "../../src/detect/scope.ts";

function operationIn(text: string, scope = "symbol:ShipmentTracker"): string {
  const { operation, withdrawn } = inferOperation(text, parseScope(scope, { context: "query" }));
  return withdrawn ? `${operation}, withdrawn` : operation;
}

describe("verbs and their inflections", () => {
  it.each([
    ["Rewrote ShipmentTracker", "replace"],
    ["Unifies ShipmentTracker", "replace"],
    ["Reimplementing ShipmentTracker as a stream", "replace"],
    ["Sunsetting ShipmentTracker", "remove"],
    ["Moved ShipmentTracker", "rename"],
    ["Taught ShipmentTracker new carriers", "extend"],
    ["ShipmentTracker should support lockers", "extend"],
    ["Fixes ShipmentTracker", "modify"],
    ["Reused ShipmentTracker", "use"],
    ["REMOVE SHIPMENTTRACKER", "remove"],
    ["remove the shipment tracker", "remove"],
  ])("%s: %s", (text, operation) => {
    expect(operationIn(text)).toBe(operation);
  });
});

describe("verbs of several words", () => {
  it.each([
    ["Get rid of ShipmentTracker", "remove"],
    ["Getting rid of the ShipmentTracker class", "remove"],
    ["Tore ShipmentTracker out", "remove"],
    ["Phased out ShipmentTracker, at last", "remove"],
    ["Swap ShipmentTracker out for Courierly", "replace"],
    ["Cut the ShipmentTracker over entirely", "replace"],
    ["Cut the ShipmentTracker timeout", "modify"],
    ["Ported ShipmentTracker over to Go", "replace"],
    ["Port ShipmentTracker from PHP to Go", "replace"],
    ["Depends heavily on ShipmentTracker", "use"],
  ])("%s: %s", (text, operation) => {
    expect(operationIn(text)).toBe(operation);
  });
});

describe("where the scope stands", () => {
  it("looks for the verb whose phrase names the scope", () => {
    expect(operationIn("Use ShipmentTracker, replace LockerNet")).toBe("use");
  });

  it("takes a place for a place", () => {
    expect(operationIn("Rip the cache out of ShipmentTracker and add a queue")).toBe("modify");
    expect(operationIn("Support lockers in ShipmentTracker")).toBe("modify");
  });

  it("ends a phrase at a full stop but not inside a name", () => {
    expect(operationIn("Delete src/label.ts.", "file:src/label.ts")).toBe("remove");
    expect(operationIn("Rename orders.total to orders.grand_total", "schema:orders.total")).toBe("rename");
    expect(operationIn("Remove Label::print() for good", "symbol:Acme\\Label::print")).toBe("remove");
  });

  it("finds a route whatever its parameters are called", () => {
    expect(operationIn("Retire the GET /labels/:id endpoint", "api:GET /labels/{id}")).toBe("remove");
  });
});

describe("a destructive reading is withdrawn", () => {
  it.each([
    ["Move the ShipmentTracker eviction loop into a background task"],
    ["Delete the flaky ShipmentTracker benchmark test"],
    ["Got rid of ShipmentTracker's retry loop"],
    ["Delete the ShipmentTracker tests"],
  ])("%s", (text) => {
    expect(operationIn(text)).toBe("modify, withdrawn");
  });

  it.each([
    ["Remove ShipmentTracker and its tests"],
    ["Drop our obsolete ShipmentTracker now"],
    ["Delete ShipmentTracker completely"],
    ["Retire the ShipmentTracker service altogether"],
  ])("but not in: %s", (text) => {
    expect(operationIn(text)).toBe("remove");
  });
});
