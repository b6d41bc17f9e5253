/**
 * The tabs of one client: they share what they learn, and one of them asks for all.
 */
export { tabs } from './tabs.ts'
