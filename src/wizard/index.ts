/**
 * Questions to the person at the terminal. It decides nothing: answers go back to the command that asked.
 */
export { askAtTerminal } from "./ask.ts";
