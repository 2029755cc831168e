// The schedules with odd numbers (sync-schedules.ts).
import { playSchedules } from "./sync-schedules.ts";

playSchedules(1);
