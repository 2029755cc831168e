// The schedules with even numbers (sync-schedules.ts).
import { playSchedules } from "./sync-schedules.ts";

playSchedules(0);
