import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import { siteServer } from './vite/site-server'

export default defineConfig({ plugins: [vue(), siteServer()] })
