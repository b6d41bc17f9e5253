import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { siteServer } from './vite/site-server'

export default defineConfig({ plugins: [svelte(), siteServer()] })
